import type { ReactNode } from "react";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { useText } from "../../ui/text.ts";
import { toChunkLoadError } from "./chunk-load-error.ts";

interface BrokenProps {
  readonly error: unknown;
}

/** A screen broke: it alone is replaced, the navigation stays usable (ERR-22, ERR-24). */
export function ScreenBroken({ error }: BrokenProps): ReactNode {
  const say = useText();
  return <Broken title={say("app.broken.title")} error={error} />;
}

/** The frame broke: this replaces everything (ERR-23). */
export function FrameBroken({ error }: BrokenProps): ReactNode {
  const say = useText();
  return (
    <main className="lone-page">
      <Broken title={say("app.broken.frameTitle")} error={error} />
    </main>
  );
}

function Broken({ title, error }: BrokenProps & { readonly title: string }): ReactNode {
  const say = useText();
  const shown = toChunkLoadError(error);
  return (
    <>
      <h1>{title}</h1>
      <ErrorBlock
        title={say("app.broken.text")}
        details={shown instanceof Error ? `${shown.name}: ${shown.message}` : String(shown)}
        onRetry={() => location.reload()}
      />
    </>
  );
}
