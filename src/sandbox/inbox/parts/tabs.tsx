import { navigate } from 'wouter-preact/use-hash-location';
import { nextIndex } from './move-focus.ts';

interface Tab {
  readonly name: string;
  readonly text: string;
  readonly count?: number | undefined;
  /** The count is of open work, which is highlighted. */
  readonly isStrong?: boolean;
  /** Target of the link. */
  readonly address: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Name of the tab that is shown. */
  readonly current: string;
  readonly panelId: string;
}

/** Higher counts are cut off here, since tabs have no space for them. */
const MOST = 99;

/** One tab stop; arrow keys move and select at once. */
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
