import { type LucideIcon, Monitor, Smartphone } from 'lucide-preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { recall, remember } from '../../../page/settings/remember.ts';
import type { MessageSide } from '../../messages/center-message.ts';
import { useTexts } from '../settings/language.tsx';

const listeners = new Set<(side: MessageSide) => void>();

function recallSide(): MessageSide {
  return recall('side') === 'mobile' ? 'mobile' : 'pc';
}

/** The side on which messages are shown; the list and the open message use the same one. */
export function useSide(): [MessageSide, (side: MessageSide) => void] {
  const [side, setSide] = useState(recallSide);
  useEffect(() => {
    listeners.add(setSide);
    return () => {
      listeners.delete(setSide);
    };
  }, []);
  return [
    side,
    (chosen) => {
      remember('side', chosen);
      for (const listener of listeners) listener(chosen);
    },
  ];
}

export function SideSwitch() {
  const { messages: texts } = useTexts();
  const [side, show] = useSide();
  return (
    <div class="side-switch">
      <Segments
        label={texts.side}
        options={[
          { value: 'pc', text: texts.pc, icon: Monitor },
          { value: 'mobile', text: texts.mobile, icon: Smartphone },
        ]}
        value={side}
        onChange={show}
      />
      <small class="muted">{texts.shared}</small>
    </div>
  );
}

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string; readonly icon?: LucideIcon }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons that look like a segmented control. */
function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset class="segments">
      <legend class="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="segment">
          <input
            type="radio"
            class="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.icon === undefined ? null : <option.icon size={15} aria-hidden="true" />}
            {option.text}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
