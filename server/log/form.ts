/** `json`: one object a line, for machines. `text`: for people. */
export const LOG_FORMS = ["json", "text"] as const;
export type LogForm = (typeof LOG_FORMS)[number];
