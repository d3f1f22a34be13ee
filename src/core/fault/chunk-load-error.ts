/** A lazily loaded part is missing (SYS-15). */
export class ChunkLoadError extends Error {
  readonly chunk: string;

  constructor(chunk: string, cause: unknown) {
    super(`chunk load error: ${chunk}`, { cause });
    this.name = "chunk load error";
    this.chunk = chunk;
  }
}

const FAILED_IMPORT = /(?:dynamically imported module|module script|importing a module).*?(?:\/([\w.-]+))?$/i;

/** The error itself, or a ChunkLoadError if the browser could not load a module. */
export function toChunkLoadError(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const found = FAILED_IMPORT.exec(error.message);
  if (found === null) return error;
  return new ChunkLoadError(found[1]?.replace(/-[\w-]{8}\.js$/, "") ?? "unknown", error);
}
