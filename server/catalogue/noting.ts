const ASKED = "netportal.is_asked";

/** Lets only this transaction note changes on which answers of servers depend. Only transactions that are rolled back may ask for it. */
export const ASK_FOR_NOTES = `select set_config('${ASKED}', 'on', true)`;

/** SQL: the transaction notes its changes. */
export const IS_ASKED = `current_setting('${ASKED}', true) = 'on'`;
