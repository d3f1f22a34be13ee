import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { startCopyWatch } from "./copies.ts";
import { startDelivery } from "./deliver.ts";
import { startDriftWatch } from "./drift-watch.ts";
import { startDnsListener, type DnsListen } from "./dns/listener.ts";
import { startPublisher } from "./publish.ts";

export interface OutputParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  /** Null: this process publishes, but serves no name server. */
  readonly listen: DnsListen | null;
  /** False for a process that only reads: it answers name servers and publishes nothing. */
  readonly writes: boolean;
  readonly log: (text: string) => void;
}

export interface Output {
  /** Port of the hidden primary; null if it does not listen. */
  readonly port: number | null;
  stop(): Promise<void>;
}

/** Brings what was applied to the services: publishes it, serves it to name servers, and tells and asks them. */
export async function startOutput({ db, catalogue, listen, writes, log }: OutputParts): Promise<Output> {
  const listener = listen === null ? null : await startDnsListener(db, listen, log);
  const mayWrite = writes && !db.isReplica;
  const delivery = listener === null || !mayWrite ? null : startDelivery({ db, log });
  const onPublished = (): void => delivery?.wake();
  const copies = mayWrite ? startCopyWatch(db, log) : null;
  const drift = mayWrite ? startDriftWatch({ db, log }) : null;
  const publisher = mayWrite ? startPublisher(db, { catalogue, onPublished, log }) : null;
  return {
    port: listener?.port ?? null,
    async stop() {
      await publisher?.stop();
      await delivery?.stop();
      await copies?.stop();
      await drift?.stop();
      await listener?.stop();
    },
  };
}
