import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ChunkLoadError, toChunkLoadError } from "#core/fault/chunk-load-error";
import { useShell } from "../../editor/portal/stores.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";

interface BrokenProps {
  readonly error: unknown;
}

/** Replaces a broken screen; the navigation stays usable (ERR-22, ERR-24). Offline it may not load. */
export function ScreenBroken({ error }: BrokenProps): ReactNode {
  const say = useText();
  const { isOnline } = useSnapshot(useShell().state);
  const isAway = !isOnline && toChunkLoadError(error) instanceof ChunkLoadError;
  const title = say(isAway ? "app.init.network" : "app.broken.text");
  return <Broken heading={<h1>{say("app.broken.title")}</h1>} error={error} title={title} />;
}

/** Replaces a broken part beside the page. */
export function PartBroken({ error }: BrokenProps): ReactNode {
  const say = useText();
  return <Broken heading={<h2>{say("app.broken.title")}</h2>} error={error} />;
}

/** Replaces everything if the frame broke (ERR-23). */
export function FrameBroken({ error }: BrokenProps): ReactNode {
  const say = useText();
  return (
    <main className="lone-page">
      <Brand label={PRODUCT.name} height={32} />
      <Broken heading={<h1>{say("app.broken.frameTitle")}</h1>} error={error} />
    </main>
  );
}

interface BrokenPlaceProps extends BrokenProps {
  readonly heading: ReactNode;
  readonly title?: string;
}

function Broken({ heading, error, title }: BrokenPlaceProps): ReactNode {
  const say = useText();
  const shown = toChunkLoadError(error);
  return (
    <>
      {heading}
      <ErrorBlock
        title={title ?? say("app.broken.text")}
        details={shown instanceof Error ? `${shown.name}: ${shown.message}` : String(shown)}
        onRetry={() => location.reload()}
      />
    </>
  );
}
