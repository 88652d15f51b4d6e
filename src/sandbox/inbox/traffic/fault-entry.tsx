import { useId, useState } from 'preact/hooks';
import type { FaultName, FaultOption, KnownFault } from '../../faults/known-faults.ts';
import { ControlFailure } from '../control/call-control.ts';
import { Segments } from '../parts/segments.tsx';
import { useFailureWords } from '../parts/use-failure-words.ts';
import { useTexts } from '../settings/language.tsx';
import { CALLS, numbersOf, PERCENT, wrongNumber } from './fault-numbers.ts';

/** A rule as it is sent: the sandbox validates it and reports the problems of each field. */
export interface RuleDraft extends Readonly<Record<string, unknown>> {
  readonly fault: FaultName;
}

interface FaultEntryProps {
  readonly fault: KnownFault;
  /** Resolves to why it is not on. */
  readonly add: (rule: RuleDraft) => Promise<ControlFailure | undefined>;
}

/** One fault: what it does, and a form for when it strikes and its options. */
export function FaultEntry({ fault, add }: FaultEntryProps) {
  const { colon, traffic } = useTexts();
  const { faults: texts, kinds, comma } = traffic;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li class="card fault">
      <div class="fault-head">
        <div>
          <h3>{fault.fault}</h3>
          <p>{texts.names[fault.fault]}</p>
          <p class="hint">{texts.strikes(fault.calls.map((call) => kinds[call]).join(comma))}</p>
        </div>
        <button
          type="button"
          class="button is-small"
          aria-expanded={isOpen}
          aria-label={isOpen ? `${texts.cancel}${colon}${fault.fault}` : texts.add(fault.fault)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.cancel : texts.addShort}
        </button>
      </div>
      {isOpen ? (
        <FaultForm
          fault={fault}
          add={async (rule) => {
            const failure = await add(rule);
            if (failure === undefined) setIsOpen(false);
            return failure;
          }}
        />
      ) : null}
    </li>
  );
}

const YES_OR_NO: ReadonlySet<FaultOption> = new Set(['together', 'keepsOld']);

function FaultForm({ fault, add }: FaultEntryProps) {
  const all = useTexts();
  const { faults: texts } = all.traffic;
  const wordsOf = useFailureWords();
  const [problem, setProblem] = useState<ControlFailure>();
  const id = useId();
  const [when, setWhen] = useState<'next' | 'probability'>('next');
  const [amount, setAmount] = useState('1');
  const [options, setOptions] = useState<Readonly<Record<string, string | boolean>>>({});
  const labelOfAmount = when === 'next' ? texts.howMany : texts.percent;
  const wrongOption = (option: FaultOption, given: string | boolean) => {
    const allowed = numbersOf(fault.fault, option);
    return allowed && wrongNumber(all, texts.options[option], String(given), allowed);
  };
  const finish = async () => {
    const value = Number(amount);
    const chosen = Object.entries(options).filter(([, given]) => given !== '');
    const wrong = [
      wrongNumber(all, labelOfAmount, amount, when === 'next' ? CALLS : PERCENT),
      ...chosen.map(([name, given]) => wrongOption(name as FaultOption, given)),
    ].filter((each) => each !== undefined);
    setProblem(wrong.length === 0 ? undefined : new ControlFailure('ERR_INPUT_INVALID', wrong.join(' ')));
    if (wrong.length > 0) return;
    const failure = await add({
      fault: fault.fault,
      ...(when === 'next' ? { next: value } : { probability: value / 100 }),
      ...Object.fromEntries(chosen.map(([name, given]) => [name, read(name, given)])),
    });
    setProblem(failure);
  };
  return (
    <div class="fault-form">
      <Segments
        label={texts.when}
        options={[
          { value: 'next', text: texts.next },
          { value: 'probability', text: texts.probability },
        ]}
        value={when}
        onChange={(chosen) => {
          setWhen(chosen);
          setAmount(chosen === 'next' ? '1' : '25');
        }}
      />
      <span class="fault-option">
        <label for={`${id}-amount`}>{labelOfAmount}</label>
        <input
          id={`${id}-amount`}
          class="field is-number"
          type="number"
          min={when === 'next' ? 1 : 0}
          max={when === 'next' ? undefined : 100}
          value={amount}
          onInput={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      </span>
      {fault.options.map((option) => (
        <span key={option} class="fault-option">
          <label for={`${id}-${option}`}>{texts.options[option]}</label>
          {YES_OR_NO.has(option) ? (
            <input
              id={`${id}-${option}`}
              type="checkbox"
              checked={options[option] === undefined ? option === 'keepsOld' : options[option] === true}
              onChange={({ currentTarget }) => setOptions({ ...options, [option]: currentTarget.checked })}
            />
          ) : (
            <input
              id={`${id}-${option}`}
              class="field is-number"
              type={option === 'key' ? 'text' : 'number'}
              placeholder={texts.optionDefault}
              value={String(options[option] ?? '')}
              onInput={({ currentTarget }) => setOptions({ ...options, [option]: currentTarget.value })}
            />
          )}
        </span>
      ))}
      {problem === undefined ? null : (
        <p class="banner is-warning" role="alert">
          {wordsOf(problem)}
        </p>
      )}
      <button type="button" class="button is-primary" onClick={() => void finish()}>
        {texts.set}
      </button>
    </div>
  );
}

function read(name: string, given: string | boolean): string | number | boolean {
  return typeof given === 'boolean' || name === 'key' ? given : Number(given);
}
