// Object types with a role in the wire contract itself. All other types are known only by their metadata. Each is a separate constant, so that the
// first page contains only those that it uses.

/** Accounts and their tokens (1.4, 7.3). */
export const ACCOUNT = "cntl.mgr";
export const TOKEN = "cntl.wapi_auth";

/** Types whose members have rights (4.3). */
export const GROUP = "cntl.group";
export const UNIT = "org.unit";

/** Texts in other languages (3.10). */
export const TRANSLATION = "cntl.ot_lang_attr_val";

/** Objects that an account keeps (7.3). */
export const PIN = "cntl.pin";
export const RECENT = "cntl.recent_object";
export const SAVED_VIEW = "cntl.saved_view";

/** Types named by the data types `bcd_name` and `cidr` (5.5). Free addresses are searched in the subnets of a BCD. */
export const BCD = "nd.bcd";
export const SUBNET = "nd.ip_subnet";

/** Lists whose rows a call computes (7.8). */
export const FREE_NETWORKS = "tmp.cidr_generator.list";
export const ROW_COUNTS = "tmp.row_count.list";
