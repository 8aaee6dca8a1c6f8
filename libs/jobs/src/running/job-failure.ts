/** The job cannot be done, and will not be tried again. The message goes to its owner. */
export class JobFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JobFailure';
  }
}
