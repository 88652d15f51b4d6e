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
            <strong>{rule.fault}</strong>
            <Chip tone={left === 0 ? 'neutral' : 'warning'}>
              {left === undefined ? texts.chance(percent.format(rule.probability ?? 0)) : texts.left(left)}
            </Chip>
            <Chip>{texts.struck(struck)}</Chip>
            {Object.entries(rule).map(([option, value]) =>
              NOT_SHOWN.has(option) || value === false ? null : (
                <Chip key={option}>
                  {texts.options[option as FaultOption] + (value === true ? '' : all.colon + String(value))}
                </Chip>
              ),
            )}
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
