/**
 * Object types that the wire contract itself gives a part: sign-in and session (1.4, 3.11 F), texts in other languages (3.10), what an account keeps
 * (7.3), and values in a call (7.8). All other types are known by their metadata alone.
 */
export const API_TYPES = {
  account: "cntl.mgr",
  token: "cntl.wapi_auth",
  role: "cntl.role",
  permission: "cntl.permission",
  /** The units of an account. */
  administers: "cntl.mgr2ou",
  /** Whose members have rights (4.3). */
  group: "cntl.group",
  unit: "org.unit",
  translation: "cntl.ot_lang_attr_val",
  translated: "cntl.ot_lang_attr_def",
  pin: "cntl.pin",
  recent: "cntl.recent_object",
  savedView: "cntl.saved_view",
  freeNetwork: "tmp.cidr_generator",
  rowCount: "tmp.row_count",
} as const;
