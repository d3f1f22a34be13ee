const ASKED = "netportal.is_asked";

/** Lets this transaction alone note what the answers of servers depend on. Only transactions that are undone may ask for it. */
export const ASK_FOR_NOTES = `select set_config('${ASKED}', 'on', true)`;

/** SQL: the transaction notes what it touches. */
export const IS_ASKED = `current_setting('${ASKED}', true) = 'on'`;
