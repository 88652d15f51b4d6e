import { navigate } from 'wouter-preact/use-hash-location';
import { nextIndex } from './move-focus.ts';

interface Tab {
  readonly name: string;
  readonly text: string;
  readonly count?: number | undefined;
  /** Its count is something to be done. */
  readonly isStrong?: boolean;
  /** Where it leads. */
  readonly address: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Name of the tab that is shown. */
  readonly current: string;
  readonly panelId: string;
}

/** Above it nobody needs the number, and tabs have no room for it. */
const MOST = 99;

/** One stop for the tab key; arrow keys move and show at once. */
export function Tabs({ label, tabs, current, panelId }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ name }) => name === current);
    const next =
      event.key === 'ArrowUp' || event.key === 'ArrowDown' ? undefined : nextIndex(event.key, index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    navigate(tab.address);
    document.getElementById(`tab-${tab.name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
      {tabs.map(({ name, text, count, isStrong, address }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          class="tab"
          aria-selected={name === current}
          aria-controls={panelId}
          tabIndex={name === current ? 0 : -1}
          onClick={() => navigate(address)}
        >
          {text}
          {count === undefined || count === 0 ? null : (
            <span class={`count${isStrong === true ? '' : ' is-quiet'}`}>{count > MOST ? `${MOST}+` : count}</span>
          )}
        </button>
      ))}
    </div>
  );
}
