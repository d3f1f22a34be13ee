import { SAVED_VIEW } from "#contract/wire/api-types";
import { useMemo, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import {
  pageOfList,
  shownView,
  VIEWS_STEP,
  viewsOfList,
  type ListPlace,
  type SavedView,
  type ShownView,
} from "#core/table/saved-view";
import type { Step } from "#contract/wire/step";
import type { FormTarget } from "#core/form/target";
import { openedHref } from "#core/route/object-routes";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { useText, type Say } from "../../ui/text.ts";
import { copyText } from "../../ui/action/copy-text.ts";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { useChangeAtOnce, type ChangeEnd } from "../planning/change-at-once.ts";
import { usePlanner, type Planner } from "../planning/planner.ts";
import type { Viewer } from "../../api/queries.ts";
import type { NoticeStore } from "../../state/notices.ts";
import { useAccount } from "../portal/account.ts";
import { useCalls, useLists } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useNotices } from "../portal/stores.ts";
import { ListNote, type ListNoteProps } from "../section/list-note.tsx";

interface SavedViewsProps {
  /** The idx of the step if the page has several lists. */
  readonly list: string | null;
  /** Name of the list. */
  readonly label: string;
}

export type LatePartProps = SavedViewsProps | ListNoteProps;

/** Parts that a list gets once its rows are drawn: the menu of its views, and the note about entries of its address that it cannot use. */
export function LatePart(props: LatePartProps): ReactNode {
  return "unknown" in props ? <ListNote {...props} /> : <SavedViews {...props} />;
}

/** The menu with the saved views of a list; they are requested when it is opened. */
function SavedViews(props: SavedViewsProps): ReactNode {
  const { loginName, visitor } = useAccount();
  const catalogue = useCatalogue();
  const isOffered = loginName !== null && visitor.inDatabase && catalogue.fn(SAVED_VIEW, "list") !== null;
  return isOffered ? <ViewsMenu {...props} login={loginName} /> : null;
}

function ViewsMenu({ list, label, login }: SavedViewsProps & { readonly login: string }): ReactNode {
  const say = useText();
  const { viewer } = useCalls();
  const notices = useNotices();
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
    viewer,
    notices,
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

/** The views of the list, once they are known, and the request for them. */
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

type KnownViews =
  | { readonly kind: "coming" | "failed" }
  | { readonly kind: "here"; readonly views: readonly SavedView[]; readonly shown: ShownView | null };

/** Context of the lines of the menu. */
interface ViewMenu {
  readonly say: Say;
  readonly viewer: Viewer;
  readonly notices: NoticeStore;
  readonly planner: Planner;
  readonly change: (steps: readonly Step[]) => Promise<ChangeEnd>;
  readonly login: string;
  readonly place: ListPlace;
  readonly known: KnownViews;
  readonly go: (href: string, isReplaced?: boolean) => void;
}

/** Page with all saved views of the account. */
const ALL_VIEWS = "/user/views";

/** Saved views, then the actions on the present list and on the shown view. */
function viewItems(menu: ViewMenu): readonly MenuItem[] {
  const { say, known, go } = menu;
  const shown = known.kind === "here" ? known.shown : null;
  return [
    ...choices(menu),
    saveItem(menu),
    ...(shown === null ? [] : shownItems(menu, shown)),
    {
      id: "all",
      label: say("editor.views.all"),
      icon: "object",
      startsGroup: true,
      onChoose: () => go(ALL_VIEWS),
    },
  ];
}

function choices({ say, known, go }: ViewMenu): readonly MenuItem[] {
  if (known.kind !== "here") {
    const label = say(known.kind === "failed" ? "editor.views.failed" : "ui.common.loading");
    return [{ id: "state", label, isDisabled: true, onChoose: () => undefined }];
  }
  const { views, shown } = known;
  return views.map((view, at) => {
    const isShown = view.gpk === shown?.view.gpk;
    const notes = [view.group, isShown && shown.isChanged ? say("editor.views.changed") : null];
    const note = notes.filter((one) => one !== null).join(" · ");
    const isFirstOfGroup = at > 0 && view.group !== views[at - 1]?.group;
    return {
      id: view.gpk,
      label: view.name,
      isChecked: isShown,
      ...(note === "" ? {} : { note }),
      ...(isFirstOfGroup ? { startsGroup: true } : {}),
      onChoose: () => go(openedHref(view.page, view.gpk)),
    };
  });
}

/** The form asks for the name and the group; the rest follows from the page and the account. */
function saveItem({ say, viewer, planner, login, place, known, go }: ViewMenu): MenuItem {
  const page = pageOfList(place);
  const target: FormTarget = {
    object: SAVED_VIEW,
    operation: "create",
    row: null,
    title: "editor.views.saveTitle",
    set: { login_name: login, page },
    ask: ["name", "group_name"],
    offer: { group_name: { filters: { is_own: true } } },
  };
  return {
    id: "save",
    label: say("editor.views.save"),
    icon: "add",
    startsGroup: known.kind !== "here" || known.views.length > 0,
    ...onlyForOneself(say, viewer),
    onChoose: () =>
      planner.openForm(target, ({ gpk }) => {
        if (typeof gpk === "string") go(openedHref(page, gpk), true);
      }),
  };
}

/** An account that acts for somebody may not change that person's settings. */
function onlyForOneself(say: Say, { as }: Viewer): Pick<MenuItem, "isDisabled" | "note"> {
  return as === null ? {} : { isDisabled: true, note: say("editor.setting.notAs") };
}

function shownItems(menu: ViewMenu, { view, isChanged }: ShownView): readonly MenuItem[] {
  const { say, viewer, planner } = menu;
  const object = { object: SAVED_VIEW, row: view.row } as const;
  const own = onlyForOneself(say, viewer);
  return [
    {
      id: "update",
      label: say("editor.views.update", { name: view.name }),
      icon: "check",
      startsGroup: true,
      ...(isChanged ? own : { isDisabled: true, note: say("editor.views.unchanged") }),
      onChoose: () => update(menu, view),
    },
    {
      id: "rename",
      label: say("editor.views.rename"),
      icon: "edit",
      ...own,
      onChoose: () =>
        planner.openForm({
          ...object,
          operation: "update",
          title: "editor.views.renameTitle",
          ask: ["name"],
        }),
    },
    { id: "link", label: say("editor.views.copyLink"), icon: "copy", onChoose: () => copyLink(menu, view) },
    {
      id: "delete",
      label: say("editor.views.delete"),
      icon: "remove",
      isDanger: true,
      ...own,
      onChoose: () => planner.openForm({ ...object, operation: "delete" }),
    },
  ];
}

/** Saves the present list as this view. The server refuses it if somebody else has changed the view in the meantime. */
function update({ notices, change, place }: ViewMenu, { gpk, name, row }: SavedView): void {
  const step: Step = {
    name: `${SAVED_VIEW}.update`,
    old: { gpk, page: row["page"] ?? null },
    new: { page: pageOfList(place) },
  };
  void change([step])
    .then((end) =>
      notices.show(
        end.ok
          ? { tone: "success", title: null, text: { key: "editor.views.updated", values: { name } } }
          : {
              tone: "error",
              title: null,
              text: { key: "editor.views.refused", values: { reason: end.text } },
            },
      ),
    )
    // The frame reports a failed call.
    .catch(() => undefined);
}

function copyLink({ notices }: ViewMenu, { page, gpk }: SavedView): void {
  void copyText(location.origin + openedHref(page, gpk)).then((isCopied) =>
    notices.show({
      tone: isCopied ? "info" : "warning",
      title: null,
      text: { key: isCopied ? "ui.copy.copied" : "ui.copy.failed" },
    }),
  );
}
