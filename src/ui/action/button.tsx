import type { ButtonHTMLAttributes, ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/paths.ts";
import "./action.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "primary" | "plain" | "quiet" | "danger";
  readonly icon?: IconName;
  /** Cannot be pressed now but keeps the focus, so that keyboard users keep their place. */
  readonly isBlocked?: boolean;
}

/** A button with a word; at most one `primary` in a view. */
export function Button({ look = "plain", ...props }: ButtonProps): ReactNode {
  return drawn(`button button-${look}`, props);
}

export interface IconButtonProps extends Omit<ButtonProps, "look"> {
  readonly icon: IconName;
  /** Name for screen readers, and tooltip. */
  readonly label: string;
}

/** A button with an icon only; its name is read out and shown as a tooltip. */
export function IconButton({ label, ...props }: IconButtonProps): ReactNode {
  return drawn("icon-button", { title: label, "aria-label": label, ...props });
}

function drawn(kind: string, props: Omit<ButtonProps, "look">): ReactNode {
  const { icon, isBlocked = false, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      {...(isBlocked ? { "aria-disabled": true, onClick: undefined } : {})}
      className={`${kind}${className === undefined ? "" : ` ${className}`}`}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
