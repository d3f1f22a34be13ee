/** Name of a BCD: ou-division-function-number, division and number optional (spec 5). */
export const BCD_NAME_PATTERN = "^[a-z0-9]+(-[a-z0-9]+){1,2}(-[0-9]+)?$";

/** Id of a BCD: `NN.NN` or `NN.NN.NN` (spec 5). */
export const BCD_ID_PATTERN = "^[0-9]{2}\\.[0-9]{2}(\\.[0-9]{2})?$";

/** A VNI as people read it: six digits in pairs, `4711` is `00.47.11` (spec 5, 9). */
export function formatVni(vni: number): string {
  return String(vni)
    .padStart(6, "0")
    .replace(/(..)(..)(..)$/, "$1.$2.$3");
}
