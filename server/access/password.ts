import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(argon2);

/** Cost of new hashes: 19 MiB and two passes, about 30 ms. Each hash contains its own cost. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const NONCE_BYTES = 16;

/** Stored form of a password: `argon2id$<memory>$<passes>$<parallelism>$<nonce>$<hash>`, the last two in base64url. */
export async function passwordHash(password: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const hash = await derive("argon2id", { ...COST, message: normal(password), nonce });
  const { memory, passes, parallelism } = COST;
  const texts = [nonce, hash].map((bytes) => bytes.toString("base64url"));
  return ["argon2id", memory, passes, parallelism, ...texts].join("$");
}

/**
 * Compares a password with a stored hash. Without a hash (unknown name) it does the same work and answers false, so the time does not reveal which
 * names exist.
 */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  const parts = kept === null ? null : parse(kept);
  const { hash, ...cost } = parts ?? NOBODY;
  const found = await derive("argon2id", { ...cost, message: normal(password), tagLength: hash.length });
  return timingSafeEqual(found, hash) && parts !== null;
}

type Kept = Pick<Argon2Parameters, "memory" | "passes" | "parallelism"> & {
  readonly nonce: Buffer;
  readonly hash: Buffer;
};

const NOBODY: Kept = { ...COST, nonce: Buffer.alloc(NONCE_BYTES), hash: Buffer.alloc(COST.tagLength) };

function parse(kept: string): Kept | null {
  const [method, memory, passes, parallelism, nonce = "", hash = ""] = kept.split("$");
  if (method !== "argon2id" || hash === "") return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
}

/** Keyboards may send the same password as different code points. */
function normal(password: string): Buffer {
  return Buffer.from(password.normalize("NFC"), "utf8");
}
