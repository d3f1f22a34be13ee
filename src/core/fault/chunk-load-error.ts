/** A part that is loaded when needed could not be loaded (SYS-15). */
export class ChunkLoadError extends Error {
  readonly chunk: string;

  constructor(chunk: string, cause: unknown) {
    super(`chunk load error: ${chunk}`, { cause });
    this.name = "chunk load error";
    this.chunk = chunk;
  }
}

const FAILED_IMPORT = /(?:dynamically imported module|module script|importing a module).*?(\/[^\s?]+)?$/i;

/** The error itself, or one that names the part when the browser says that it could not load a module. */
export function toChunkLoadError(error: unknown): unknown {
  if (!(error instanceof TypeError)) return error;
  const found = FAILED_IMPORT.exec(error.message);
  if (found === null) return error;
  const name =
    found[1]
      ?.split("/")
      .at(-1)
      ?.replace(/-[\w-]{8}\.js$/, "") ?? "unknown";
  return new ChunkLoadError(name, error);
}
