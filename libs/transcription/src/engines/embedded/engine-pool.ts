import { isDeepStrictEqual } from 'node:util';
import { Engine, type EngineSettings } from './engine';

/** The time for which an idle engine is retained before it is stopped to free its memory. */
const IDLE_MS = 60_000;

/**
 * Loaded engines, reused between pieces and jobs, as many as jobs run at the same time. This is own code because pools such
 * as piscina use threads: native code that crashes would end the worker, and could not be stopped while it computes.
 */
export class EnginePool<Model, Request, Result> {
  private readonly idle = new Map<Engine<Model, Request, Result>, NodeJS.Timeout>();
  private readonly busy = new Set<Engine<Model, Request, Result>>();

  constructor(private readonly settings: EngineSettings) {}

  /** Runs `work` with an exclusive engine, preferably one that has already loaded the model. */
  async use<T>(model: Model, work: (engine: Engine<Model, Request, Result>) => Promise<T>): Promise<T> {
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

  /** Starts an engine. Stops an idle one with another model first, to save its memory. */
  private start(model: Model): Engine<Model, Request, Result> {
    const [other] = this.idle.keys();
    if (other) this.retire(other);
    return new Engine<Model, Request, Result>(model, this.settings);
  }

  private take(model: Model): Engine<Model, Request, Result> | undefined {
    for (const engine of this.idle.keys()) {
      if (!engine.alive) this.retire(engine);
      else if (isDeepStrictEqual(engine.model, model)) {
        clearTimeout(this.idle.get(engine));
        this.idle.delete(engine);
        return engine;
      }
    }
    return undefined;
  }

  private keep(engine: Engine<Model, Request, Result>): void {
    this.idle.set(engine, setTimeout(() => this.retire(engine), IDLE_MS).unref());
  }

  private retire(engine: Engine<Model, Request, Result>): void {
    clearTimeout(this.idle.get(engine));
    this.idle.delete(engine);
    engine.kill();
  }
}
