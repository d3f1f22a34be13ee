import type { ReactNode } from "react";
import { ICON_PATHS, type IconName } from "./paths.ts";

export interface IconProps {
  readonly name: string;
  readonly size?: number;
}

function isKnown(name: string): name is IconName {
  return Object.hasOwn(ICON_PATHS, name);
}

/** An outline in the colour of the text. An unknown name warns and shows a question mark (ERR-26). */
export function Icon({ name, size = 16 }: IconProps): ReactNode {
  const known = isKnown(name) ? name : "unknown";
  if (known !== name) console.warn(`unknown icon: ${name}`);
  return (
    <svg
      className="icon"
      data-icon={known}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICON_PATHS[known]} />
    </svg>
  );
}
