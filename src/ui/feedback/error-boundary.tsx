import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (error: unknown) => ReactNode;
  /** Called once when a part breaks. */
  readonly onBroken?: (error: unknown) => void;
}

interface ErrorBoundaryState {
  readonly failure: { readonly error: unknown } | null;
}

/** Keeps a broken part from breaking the rest. React needs a class for it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onBroken?.(error);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure === null ? this.props.children : this.props.fallback(failure.error);
  }
}

/** A part that is loaded later, or this placeholder if it breaks or does not load: the page stays. */
export function orElse(instead: ReactNode, part: ReactNode): ReactNode {
  return <ErrorBoundary fallback={() => instead}>{part}</ErrorBoundary>;
}
