import { Engine, type EngineModel, type EngineSettings } from './engine';

/** How long an engine waits for more work before its memory is given back. */
const IDLE_MS = 60_000;

/**
 * Engines that are kept loaded between pieces and jobs, as many as jobs run at once. Own code, since pools such as piscina
 * hold threads: native code that crashes would take the worker along, and could not be ended while it computes.
 */
export class EnginePool {
  private readonly idle = new Map<Engine, NodeJS.Timeout>();
  private readonly busy = new Set<Engine>();

  constructor(private readonly settings: EngineSettings) {}

  /** Runs `work` with an engine of its own, one that has the model already where there is one. */
  async use<T>(model: EngineModel, work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = this.take(model) ?? this.start(model);
    this.busy.add(engine);
    try {
      return await work(engine);
    } finally {
      this.busy.delete(engine);
      if (engine.alive) this.keep(engine);
    }
  }

  close(): void {
    for (const engine of [...this.idle.keys(), ...this.busy]) this.retire(engine);
  }

  /** In place of one that waits with another model: two would need the memory of two. */
  private start(model: EngineModel): Engine {
    const [other] = this.idle.keys();
    if (other) this.retire(other);
    return new Engine(model, this.settings);
  }

  private take(model: EngineModel): Engine | undefined {
    for (const engine of this.idle.keys()) {
      if (!engine.alive) this.retire(engine);
      else if (engine.model.decoder === model.decoder) {
        clearTimeout(this.idle.get(engine));
        this.idle.delete(engine);
        return engine;
      }
    }
    return undefined;
  }

  private keep(engine: Engine): void {
    this.idle.set(engine, setTimeout(() => this.retire(engine), IDLE_MS).unref());
  }

  private retire(engine: Engine): void {
    clearTimeout(this.idle.get(engine));
    this.idle.delete(engine);
    engine.kill();
  }
}
