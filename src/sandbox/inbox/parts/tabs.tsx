interface Tab {
  readonly name: string;
  readonly text: string;
  readonly count?: number | undefined;
  /** The count is of open work, which is highlighted. */
  readonly isStrong?: boolean;
  readonly address: string;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Name of the tab that is shown. */
  readonly current: string;
}

/** Higher counts are cut off here, since there is no space for them. */
const MOST = 99;

/** Links to what is shown below them. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, text, count = 0, isStrong, address }) => (
        <a key={name} class="tab" href={`#${address}`} aria-current={name === current ? 'page' : undefined}>
          {text}
          {count === 0 ? null : (
            <span class={`count${isStrong === true ? '' : ' is-quiet'}`}>{count > MOST ? `${MOST}+` : count}</span>
          )}
        </a>
      ))}
    </nav>
  );
}
