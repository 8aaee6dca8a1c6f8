import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClientOrder, ClientSettings, Outcome } from './client.process';

/** Controls the process of the expensive client: one task at a time. */
export class Client {
  private constructor(private readonly process: ChildProcess) {}

  static async start(settings: ClientSettings): Promise<Client> {
    const process = fork(join(__dirname, 'client.process.ts'), [JSON.stringify(settings)]);
    await once(process, 'message');
    return new Client(process);
  }

  async do(order: ClientOrder): Promise<Outcome[]> {
    this.process.send(order);
    const [outcomes] = (await once(this.process, 'message')) as [Outcome[]];
    return outcomes;
  }

  stop(): void {
    this.process.kill();
  }
}
