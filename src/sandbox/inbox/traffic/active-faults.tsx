import { X } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import type { ActiveFault } from '../../faults/create-faults.ts';
import type { FaultName, FaultOption } from '../../faults/known-faults.ts';
import { useSpeech } from '../settings/language.tsx';

interface ActiveFaultsProps {
  readonly active: readonly ActiveFault[];
  readonly remove: (id: number, fault: FaultName) => void;
  readonly clear: () => void;
}

/** The moment is shown besides, and a key is nobody's business. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['fault', 'calls', 'probability', 'next', 'key']);

/** What else was given: an option that is on without a value, and none for one that is off. */
function optionsOf(rule: ActiveFault['rule']): readonly (readonly [FaultOption, string | undefined])[] {
  return Object.entries(rule).flatMap(([option, value]) =>
    NOT_SHOWN.has(option) || value === false
      ? []
      : [[option as FaultOption, value === true ? undefined : String(value)] as const],
  );
}

/** The faults that are on with their counts, including those that have no strikes left. */
export function ActiveFaults({ active, remove, clear }: ActiveFaultsProps) {
  const { texts: all, locale } = useSpeech();
  const texts = all.traffic.faults;
  if (active.length === 0) return <p class="banner">{texts.noneActive}</p>;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <div class="active-faults">
      <ul aria-label={texts.active}>
        {active.map(({ id, rule, struck, left }) => (
          <li key={id}>
            <span class="active-fault">
              <strong>{rule.fault}</strong>
              <span class="muted">{texts.names[rule.fault]}</span>
              <span class="active-fault-chips">
                <Chip tone={left === 0 ? 'neutral' : 'warning'}>
                  {left === undefined ? texts.chance(percent.format(rule.probability ?? 0)) : texts.left(left)}
                </Chip>
                <Chip>{texts.struck(struck)}</Chip>
                {optionsOf(rule).map(([option, value]) => (
                  <Chip key={option}>{texts.options[option] + (value === undefined ? '' : all.colon + value)}</Chip>
                ))}
              </span>
            </span>
            <button
              type="button"
              class="tool"
              aria-label={texts.remove(rule.fault)}
              title={texts.remove(rule.fault)}
              onClick={() => remove(id, rule.fault)}
            >
              <X size={17} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" class="button is-small" onClick={clear}>
        {texts.clear}
      </button>
    </div>
  );
}
