import type { IconName } from "../icon/paths.ts";

/** One line of a menu. A disabled line stays readable and gives the reason. */
export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** Second, muted line: the reason of a lock, a key, a state. */
  readonly note?: string;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Set for choices: drawn with a tick, read as a radio item. */
  readonly isChecked?: boolean;
  /** A line above this item. */
  readonly startsGroup?: boolean;
  /** The menu stays open after this choice. */
  readonly keepsOpen?: boolean;
  readonly onChoose: () => void;
}
