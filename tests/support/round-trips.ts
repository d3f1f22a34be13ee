import pg from "pg";

/** How often one connection after another waited for the database, and how many statements were sent. */
export interface RoundTrips {
  readonly statements: number;
  readonly trips: number;
}

type Method = (this: object, connection: object) => unknown;

interface Driver {
  submit: Method;
  handleReadyForQuery: Method;
}

/** Counts the messages that the driver sends while the work runs. A statement that is sent while others of its connection are not answered yet is no trip. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<RoundTrips> {
  const count = { statements: 0, trips: 0 };
  const open = new Map<object, number>();
  const { prototype } = pg.Query;
  // The driver has these methods, but its types name only its public part.
  const driver: Driver = prototype as never;
  const { submit, handleReadyForQuery } = driver;
  driver.submit = function (connection) {
    const waiting = open.get(connection) ?? 0;
    count.statements++;
    if (waiting === 0) count.trips++;
    open.set(connection, waiting + 1);
    return submit.call(this, connection);
  };
  driver.handleReadyForQuery = function (connection) {
    open.set(connection, Math.max(0, (open.get(connection) ?? 0) - 1));
    return handleReadyForQuery.call(this, connection);
  };
  try {
    await work();
  } finally {
    Object.assign(driver, { submit, handleReadyForQuery });
  }
  return count;
}
