/** Runs the work of each case one after another, in the order of the calls. */
export class TurnsOfCases {
  /** Settles after the last work of a case */
  private readonly last = new Map<string, Promise<void>>();

  async take<T>(caseId: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(caseId) ?? Promise.resolve();
    const result = before.then(work);
    const after = result.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(caseId, after);
    try {
      return await result;
    } finally {
      if (this.last.get(caseId) === after) this.last.delete(caseId);
    }
  }
}
