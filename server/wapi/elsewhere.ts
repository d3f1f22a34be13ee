/** A call needs more work than others may wait for. It is rolled back, and an executor without that limit executes it in another thread. */
export class BelongsElsewhere extends Error {
  override readonly name = "BelongsElsewhere";
  constructor() {
    super("The call has more executions than this executor takes.");
  }
}
