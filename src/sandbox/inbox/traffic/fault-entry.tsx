import { useId } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { FaultOption, KnownFault } from '../../faults/known-faults.ts';
import { callControl, useAction } from '../control/call-control.ts';
import { FailureLine } from '../parts/failure-line.tsx';
import { useTexts } from '../settings/language.tsx';

const INPUTS: Readonly<Record<FaultOption, 'number' | 'text' | 'checkbox'>> = {
  ms: 'number',
  status: 'number',
  retryAfterSeconds: 'number',
  code: 'number',
  item: 'number',
  together: 'checkbox',
  key: 'text',
  keepsOld: 'checkbox',
};

interface FaultEntryProps {
  readonly fault: KnownFault;
  /** The current one. */
  readonly seed: number;
}

/** One fault: what it does, and a form for when it strikes and its options. The sandbox says what is wrong in a form. */
export function FaultEntry({ fault, seed }: FaultEntryProps) {
  const { and, traffic } = useTexts();
  const { faults: texts, kinds } = traffic;
  const announce = useAnnounce();
  const { failure, run } = useAction();
  const id = useId();
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    void run(async () => {
      await callControl('/faults', { method: 'POST', body: readForm(fault, new FormData(form)) });
      announce(texts.done(fault.fault));
      form.closest('details')?.removeAttribute('open');
    });
  };
  return (
    <details class="card fault" name="fault">
      <summary>
        <strong>{fault.fault}</strong>
        <span>{texts.names[fault.fault] ?? fault.description}</span>
        <small class="muted">{texts.strikes(fault.calls.map((call) => kinds[call]).join(and))}</small>
      </summary>
      <form class="fault-form" onSubmit={add}>
        <label for={`${id}-when`}>{texts.when}</label>
        <select id={`${id}-when`} class="field" name="when">
          <option value="next">{texts.next}</option>
          <option value="probability">{texts.probability}</option>
        </select>
        <label for={`${id}-amount`}>{texts.amount}</label>
        <input id={`${id}-amount`} class="field" name="amount" type="number" step="any" defaultValue="1" required />
        {fault.options.map((option) => (
          <OptionField key={option} id={`${id}-${option}`} option={option} />
        ))}
        <label for={`${id}-seed`}>{texts.seed}</label>
        <input id={`${id}-seed`} class="field" name="seed" type="number" placeholder={String(seed)} />
        <button type="submit" class="button is-primary">
          {texts.set}
        </button>
        <FailureLine failure={failure} />
      </form>
    </details>
  );
}

function OptionField({ id, option }: { readonly id: string; readonly option: FaultOption }) {
  const { faults: texts } = useTexts().traffic;
  const type = INPUTS[option];
  return (
    <>
      <label for={id}>{texts.options[option]}</label>
      {type === 'checkbox' ? (
        // The old key stays valid, unless it is said otherwise.
        <input id={id} name={option} type="checkbox" defaultChecked={option === 'keepsOld'} />
      ) : (
        <input id={id} class="field" name={option} type={type} step="any" placeholder={texts.optionDefault} />
      )}
    </>
  );
}

/** What is left empty has its default. */
function readForm({ fault, options }: KnownFault, form: FormData): object {
  const amount = Number(form.get('amount'));
  const given = options.flatMap((option): [FaultOption, unknown][] => {
    const value = form.get(option);
    if (INPUTS[option] === 'checkbox') return [[option, value !== null]];
    return value === '' ? [] : [[option, INPUTS[option] === 'number' ? Number(value) : value]];
  });
  const moment = form.get('when') === 'next' ? { next: amount } : { probability: amount / 100 };
  const seed = form.get('seed');
  return {
    rule: { fault, ...moment, ...Object.fromEntries(given) },
    ...(seed !== '' && { seed: Number(seed) }),
  };
}
