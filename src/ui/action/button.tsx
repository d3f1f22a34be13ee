import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/paths.ts";
import "./action.css";

export type ButtonLook = "primary" | "plain" | "quiet" | "danger";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: ButtonLook;
  readonly icon?: IconName;
  /** Cannot be pressed now but keeps the focus, so that keyboard users keep their place. */
  readonly isBlocked?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with a word; at most one `primary` in a view. */
export function Button(props: ButtonProps): ReactNode {
  const { look = "plain", icon, isBlocked, buttonRef, className, children, ...rest } = props;
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
  /** Name for screen readers, and tooltip. */
  readonly label: string;
  readonly children?: ReactNode;
}

/** A button with an icon only; its name is read out and shown as a tooltip. */
export function IconButton(props: IconButtonProps): ReactNode {
  const { icon, label, isBlocked, buttonRef, className, children, ...rest } = props;
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
