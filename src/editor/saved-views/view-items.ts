import type { Step } from "#contract/wire/step";
import type { FormTarget } from "#core/form/target";
import { openedHref } from "#core/route/object-routes";
import {
  pageOfList,
  SAVED_VIEW,
  type ListPlace,
  type SavedView,
  type ShownView,
} from "#core/table/saved-view";
import { copyText } from "../../ui/action/copy-text.ts";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import type { Say } from "../../ui/text.ts";
import type { ChangeEnd } from "../planning/change-at-once.ts";
import type { Planner } from "../planning/planner.ts";
import type { Portal } from "../portal.ts";

export type KnownViews =
  | { readonly kind: "coming" | "failed" }
  | { readonly kind: "here"; readonly views: readonly SavedView[]; readonly shown: ShownView | null };

/** What the lines of the menu need. */
export interface ViewMenu {
  readonly say: Say;
  readonly portal: Portal;
  readonly planner: Planner;
  readonly change: (steps: readonly Step[]) => Promise<ChangeEnd>;
  readonly login: string;
  readonly place: ListPlace;
  readonly known: KnownViews;
  readonly go: (href: string, isReplaced?: boolean) => void;
}

/** Page with all saved views of the account. */
const ALL_VIEWS = "/user/views";

/** Saved views, then what can be done: with the list as it is, and with the view that is shown. */
export function viewItems(menu: ViewMenu): readonly MenuItem[] {
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
function saveItem({ say, portal, planner, login, place, known, go }: ViewMenu): MenuItem {
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
    ...onlyForOneself(say, portal),
    onChoose: () =>
      planner.openForm(target, ({ gpk }) => {
        if (typeof gpk === "string") go(openedHref(page, gpk), true);
      }),
  };
}

/** Whoever acts for somebody leaves that person's settings alone. */
function onlyForOneself(say: Say, { viewer }: Portal): Pick<MenuItem, "isDisabled" | "note"> {
  return viewer.as === null ? {} : { isDisabled: true, note: say("editor.setting.notAs") };
}

function shownItems(menu: ViewMenu, { view, isChanged }: ShownView): readonly MenuItem[] {
  const { say, portal, planner } = menu;
  const object = { object: SAVED_VIEW, row: view.row } as const;
  const own = onlyForOneself(say, portal);
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

/** The view becomes the list as it is. A change of somebody else in the meantime is refused. */
function update({ portal: { notices }, change, place }: ViewMenu, { gpk, name, row }: SavedView): void {
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

function copyLink({ portal: { notices } }: ViewMenu, { page, gpk }: SavedView): void {
  void copyText(location.origin + openedHref(page, gpk)).then((isCopied) =>
    notices.show({
      tone: isCopied ? "info" : "warning",
      title: null,
      text: { key: isCopied ? "ui.copy.copied" : "ui.copy.failed" },
    }),
  );
}
