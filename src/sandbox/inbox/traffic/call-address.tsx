import { CopyButton } from '../../../page/parts/copy-button.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useTexts } from '../settings/language.tsx';
import { hideSignature } from './hide-signatures.ts';
import { toCurl } from './to-curl.ts';

/** The address of a call; line breaks only between its segments. */
export function CallAddress({ call }: { readonly call: TrafficEntry }) {
  const { traffic: texts } = useTexts();
  const parts = hideSignature(call.path).split(/(?<=[/?&])/);
  return (
    <div class="call-address">
      <code>
        <strong>{call.method}</strong>{' '}
        {parts.map((part, index) => (
          <span key={`${index} ${part}`}>
            {part}
            <wbr />
          </span>
        ))}
      </code>
      <CopyButton text={toCurl(call, location.origin)} label={texts.call.copyCurl} />
    </div>
  );
}
