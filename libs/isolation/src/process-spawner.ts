import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AppError } from '@app/common';
import { Log } from '@app/observability';
import { withoutNetwork } from './confinement';

const PROGRAM = join(__dirname, 'spawner.process.js');
/** A lower priority than the calling program, which must answer requests meanwhile on few cores. */
const LOW_PRIORITY = 10;

/** An order to the spawner: start a built program under a number, or kill the program with that number. */
export type SpawnerOrder = { start: number; args: readonly string[] } | { kill: number };

/** A message of the spawner. With `started` it sends the socket of the program's standard input and output. */
export type SpawnerNews =
  | { started: number; pid: number }
  /** The system could not start another process. */
  | { refused: number }
  /** `code` is null if a signal ended it. */
  | { ended: number; code: number | null };

export interface SpawnedProcess {
  pid: number;
  /** Its standard input when written, and its output when read. */
  socket: Socket;
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>;
  kill(): void;
}

interface Expected {
  pid?: number;
  started: (pid: number, socket: Socket) => void;
  ended: (code: number | null) => void;
  failed: (error: Error) => void;
}

/**
 * Starts processes without blocking this one. A small helper process does it, from the first start until that helper ends.
 * The started processes have no network if the system allows that.
 */
@Injectable()
export class ProcessSpawner {
  private spawner?: ChildProcess;
  private readonly expected = new Map<number, Expected>();
  private last = 0;
  private way?: Promise<readonly string[]>;

  constructor(private readonly log: Log) {}

  /**
   * @param args the arguments of Node
   * @throws AppError `unavailable` if the system cannot start another process; `ended` rejects with the same
   */
  async start(args: readonly string[]): Promise<SpawnedProcess> {
    const way = await (this.way ??= this.findWay());
    const spawner = (this.spawner ??= this.fork(way));
    const id = (this.last += 1);
    return new Promise((resolve, reject) => {
      const ended = new Promise<number | null>((end, fail) => {
        this.expected.set(id, {
          started: (pid, socket) => resolve({ pid, socket, ended, kill: () => tell(spawner, { kill: id }) }),
          ended: end,
          failed: (error) => [reject, fail].forEach((refuse) => refuse(error)),
        });
      });
      ended.catch(() => undefined); // Prevents an unhandled rejection before the caller awaits it.
      tell(spawner, { start: id, args });
    });
  }

  private async findWay(): Promise<readonly string[]> {
    const way = await withoutNetwork();
    if (way.length === 0) this.log.warn('documents.readers_have_network', { reason: 'no_namespaces' });
    return way;
  }

  /** Starts the helper. It ends with this process, and does not keep it alive. Its processes share its network. */
  private fork(way: readonly string[]): ChildProcess {
    const [command, ...args] = [...way, process.execPath, PROGRAM];
    const spawner = spawn(command!, args, { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    if (spawner.pid !== undefined) setPriority(spawner.pid, LOW_PRIORITY);
    spawner.unref();
    spawner.channel?.unref();
    spawner.on('message', (news: SpawnerNews, socket) => this.hear(news, socket as Socket));
    spawner.once('error', (cause) => this.giveUp(spawner, cause));
    spawner.once('exit', () => this.giveUp(spawner));
    return spawner;
  }

  private hear(news: SpawnerNews, socket: Socket): void {
    if ('started' in news) {
      const expected = this.expected.get(news.started);
      if (!expected) return void socket.destroy();
      expected.pid = news.pid;
      expected.started(news.pid, socket);
    } else if ('refused' in news) this.take(news.refused)?.failed(noRoom());
    else this.take(news.ended)?.ended(news.code);
  }

  private take(id: number): Expected | undefined {
    const expected = this.expected.get(id);
    this.expected.delete(id);
    return expected;
  }

  /** Kills the helper and its processes, which no process could end otherwise. The next start uses a new helper. */
  private giveUp(spawner: ChildProcess, cause?: Error): void {
    if (this.spawner !== spawner) return;
    this.spawner = undefined;
    for (const [id, { pid }] of this.expected) {
      if (pid !== undefined) endOrphan(pid);
      this.take(id)?.failed(noRoom(cause));
    }
  }
}

/** Sends an order. A helper that cannot receive it has ended, and its exit event reports that. */
function tell(spawner: ChildProcess, order: SpawnerOrder): void {
  if (spawner.connected) spawner.send(order, () => undefined);
}

function endOrphan(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // It ended together with the helper.
  }
}

const noRoom = (cause?: Error): AppError =>
  new AppError('unavailable', 'Documents cannot be read just now; try again later', {}, { cause });
