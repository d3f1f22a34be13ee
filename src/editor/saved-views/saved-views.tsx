import { useMemo, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { SAVED_VIEW, shownView, viewsOfList, VIEWS_STEP, type ListPlace } from "#core/table/saved-view";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { useText } from "../../ui/text.ts";
import { useChangeAtOnce } from "../planning/change-at-once.ts";
import { usePlanner } from "../planning/planner.ts";
import { useLists, usePortal } from "../portal.ts";
import { viewItems, type KnownViews } from "./view-items.ts";

export interface SavedViewsProps {
  /** The idx of the step if the page has several lists. */
  readonly list: string | null;
  /** Name of the list. */
  readonly label: string;
}

/** The menu with the saved views of a list; they are requested when it is opened. */
export function SavedViews(props: SavedViewsProps): ReactNode {
  const { loginName, visitor, catalogue } = usePortal();
  const isOffered = loginName !== null && visitor.inDatabase && catalogue.fn(SAVED_VIEW, "list") !== null;
  return isOffered ? <ViewsMenu {...props} login={loginName} /> : null;
}

function ViewsMenu({ list, label, login }: SavedViewsProps & { readonly login: string }): ReactNode {
  const say = useText();
  const portal = usePortal();
  const planner = usePlanner();
  const navigate = useNavigate();
  const change = useChangeAtOnce();
  const { pathname, search } = useLocation();
  const place = useMemo(() => ({ pathname, search, list }), [pathname, search, list]);
  const { known, ask } = useKnownViews(place);
  const shown = known.kind === "here" ? known.shown : null;
  const name = shown?.view.name ?? null;
  const isChanged = shown?.isChanged === true;
  const items = viewItems({
    say,
    portal,
    planner,
    change,
    login,
    place,
    known,
    go: (href, isReplaced = false) => void navigate(href, { replace: isReplaced }),
  });
  return (
    <MenuButton
      label={
        name === null
          ? say("editor.views.of", { list: label })
          : say(isChanged ? "editor.views.changedOf" : "editor.views.shownOf", { name, list: label })
      }
      className={name === null ? "table-tool views-tool" : "table-tool views-tool is-shown"}
      icon="bookmark"
      items={items}
      onOpen={ask}
    >
      <span className="views-name">
        {name === null
          ? say("editor.views.title")
          : isChanged
            ? say("editor.views.changedName", { name })
            : name}
      </span>
    </MenuButton>
  );
}

/** The views of the list as far as they are known, and the request for them. */
function useKnownViews(place: ListPlace): { readonly known: KnownViews; readonly ask: () => void } {
  const [isAsked, setAsked] = useState(false);
  const { data, isError, refetch } = useLists([VIEWS_STEP], isAsked);
  const rows = data?.[VIEWS_STEP.idx];
  const known = useMemo((): KnownViews => {
    if (rows === undefined) return { kind: isError ? "failed" : "coming" };
    const views = viewsOfList(rows, place);
    return { kind: "here", views, shown: shownView(views, place) };
  }, [rows, isError, place]);
  return {
    known,
    ask: () => {
      if (isAsked) void refetch();
      else setAsked(true);
    },
  };
}
