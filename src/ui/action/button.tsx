import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/paths.ts";
import "./action.css";

export type ButtonLook = "primary" | "plain" | "quiet" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly icon?: IconName;
  /** Cannot be pressed now, but keeps the focus: who pressed it stays where they are. */
  readonly isBlocked?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with a word on it; at most one `primary` on a view. */
export function Button({
  look = "plain",
  icon,
  isBlocked,
  buttonRef,
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      {...blocking(isBlocked)}
      ref={buttonRef}
      className={`button button-${look}${className === undefined ? "" : ` ${className}`}`}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "look"> {
  readonly icon: IconName;
  /** What it does: name for the screen reader and tooltip. */
  readonly label: string;
  readonly children?: ReactNode;
}

/** A button that shows a sign only; its name is read out and shown as a tooltip. */
export function IconButton({
  icon,
  label,
  isBlocked,
  buttonRef,
  className,
  children,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      {...blocking(isBlocked)}
      ref={buttonRef}
      className={`icon-button${className === undefined ? "" : ` ${className}`}`}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}

function blocking(isBlocked = false): ButtonHTMLAttributes<HTMLButtonElement> {
  return isBlocked ? { "aria-disabled": true, onClick: undefined } : {};
}
