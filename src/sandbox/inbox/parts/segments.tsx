import type { LucideIcon } from 'lucide-preact';
import { useId } from 'preact/hooks';

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string; readonly icon?: LucideIcon }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons that look like a segmented control. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
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
