/** A call needs more work than others may wait for. Nothing of it stays; an executor without that bound does it again, beside the calls of others. */
export class BelongsElsewhere extends Error {
  override readonly name = "BelongsElsewhere";
  constructor() {
    super("The call has more executions than this executor takes.");
  }
}
