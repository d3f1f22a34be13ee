import pg from "pg";
import type { Bridge } from "./bridge.ts";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** A pool whose connections wait for a database that is away for a short time. Before there is a connection, nothing has been sent. */
export class BridgedPool extends pg.Pool {
  readonly #bridge: Bridge;

  constructor(config: pg.PoolConfig, bridge: Bridge) {
    super(config);
    this.#bridge = bridge;
  }

  // For a single statement the pool itself connects with a callback.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#bridge(() => super.connect());
    if (callback === undefined) return connecting;
    connecting.then(
      (client) => {
        callback(undefined, client, (reason) => {
          client.release(reason);
        });
      },
      (error: Error) => {
        callback(error, undefined, () => undefined);
      },
    );
    return undefined;
  }
}
