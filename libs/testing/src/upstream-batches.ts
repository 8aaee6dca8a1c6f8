import type { UpstreamRequest } from './upstream-request';

/** A request of a batch, as the provider receives it. */
export interface UpstreamLine {
  custom_id: string;
  url: string;
  body: UpstreamRequest['body'];
}

interface Batch {
  id: string;
  object: 'batch';
  endpoint: string;
  input_file_id: string;
  completion_window: string;
  status: string;
  created_at: number;
  output_file_id?: string;
  error_file_id?: string;
  request_counts: { total: number; completed: number; failed: number };
}

/** A response, as JSON or as a text. */
export interface UpstreamAnswer {
  status: number;
  body: object | string;
}

const NOT_FOUND: UpstreamAnswer = { status: 404, body: { error: { message: 'No such object' } } };

/** The files and batches of a recording upstream. A batch changes its state when it is read. */
export class UpstreamBatches {
  /** The content of each file, by its id. */
  readonly files = new Map<string, string>();
  readonly batches = new Map<string, Batch>();
  /** The state that a batch has when it is read next. Tests replace it. */
  next: 'in_progress' | 'completed' | 'failed' | 'expired' = 'completed';
  /** Which requests fail. Tests replace it. */
  fails: (line: UpstreamLine) => boolean = () => false;
  private count = 0;

  /** @param answer returns the answer to a request of a batch */
  constructor(private readonly answer: (line: UpstreamLine) => object) {}

  /** Returns the response to a request; undefined if it is for another interface. */
  async handle({ method, path, body, form }: UpstreamRequest): Promise<UpstreamAnswer | undefined> {
    const [collection, id, action] = path.replace(/^.*\/v1\/|\?.*$/g, '').split('/');
    if (collection === 'files') {
      if (method === 'POST') return this.upload(await (form!.get('file') as File).text());
      if (!this.files.has(id!)) return NOT_FOUND;
      if (method === 'DELETE') this.files.delete(id!);
      if (action === 'content') return { status: 200, body: this.files.get(id!)! };
      return { status: 200, body: { id, object: 'file', deleted: method === 'DELETE' } };
    }
    if (collection !== 'batches') return undefined;
    if (method === 'POST' && id === undefined) return { status: 200, body: this.create({ ...body }) };
    if (id === undefined) {
      const data = [...this.batches.values()].toReversed();
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    const batch = this.batches.get(id);
    if (!batch) return NOT_FOUND;
    if (action === 'cancel') batch.status = 'cancelled';
    else this.advance(batch);
    return { status: 200, body: batch };
  }

  private upload(content: string): UpstreamAnswer {
    const id = this.store(content);
    const file = { id, object: 'file', bytes: content.length, purpose: 'batch', filename: 'batch.jsonl' };
    return { status: 200, body: file };
  }

  private store(content: string): string {
    const id = `file-upstream-${(this.count += 1)}`;
    this.files.set(id, content);
    return id;
  }

  private create(asked: Record<string, unknown>): Batch {
    const batch: Batch = {
      id: `batch_upstream_${(this.count += 1)}`,
      object: 'batch',
      endpoint: String(asked.endpoint),
      input_file_id: String(asked.input_file_id),
      completion_window: String(asked.completion_window),
      status: 'validating',
      created_at: 1_700_000_000,
      request_counts: { total: 0, completed: 0, failed: 0 },
    };
    this.batches.set(batch.id, batch);
    return batch;
  }

  private advance(batch: Batch): void {
    if (!['validating', 'in_progress'].includes(batch.status)) return;
    batch.status = this.next;
    if (this.next !== 'completed' && this.next !== 'expired') return;
    const lines = this.files
      .get(batch.input_file_id)!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as UpstreamLine);
    const answered = lines.map((line) => ({ line, body: this.fails(line) ? undefined : this.answer(line) }));
    const done = answered.filter(({ body }) => body !== undefined);
    const failed = answered.filter(({ body }) => body === undefined);
    // A provider returns the results in any order.
    if (done.length > 0) batch.output_file_id = this.store(written(done.toReversed(), 200));
    if (failed.length > 0) batch.error_file_id = this.store(written(failed, 400));
    batch.request_counts = { total: lines.length, completed: done.length, failed: failed.length };
  }
}

const written = (
  results: readonly { line: UpstreamLine; body: object | undefined }[],
  status: number,
): string =>
  results
    .map(({ line, body }, i) => {
      const answer = body ?? { error: { message: `Refused: ${JSON.stringify(line.body)}` } };
      const response = { status_code: status, request_id: `req_${i}`, body: answer };
      return `${JSON.stringify({ id: `batch_req_${i}`, custom_id: line.custom_id, response, error: null })}\n`;
    })
    .join('');
