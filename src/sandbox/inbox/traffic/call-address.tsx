import { CopyButton } from '../../../page/parts/copy-button.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { CONTROL_PATH } from '../control/call-control.ts';
import { useCenter } from '../control/center.tsx';
import { useTexts } from '../settings/language.tsx';
import type { CallWords } from './describe-call.ts';
import { hideSignature } from './hide-signatures.ts';
import { appIdOf } from './read-call.ts';
import { toCurl } from './to-curl.ts';

interface CallAddressProps {
  readonly call: TrafficEntry;
  readonly words: Pick<CallWords, 'named'>;
}

/** The address of a call; line breaks only between its segments. */
export function CallAddress({ call, words }: CallAddressProps) {
  const { traffic: texts } = useTexts();
  const { apps, switches } = useCenter();
  const place = {
    ...{ origin: location.origin, controlUrl: `${location.origin}${CONTROL_PATH}` },
    appId: appIdOf(call) ?? apps[0]?.appId ?? '',
    isBearer: switches?.authorizationScheme === 'needed',
  };
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
      <CopyButton text={toCurl(call, words.named.buttons[call.seq], place)} label={texts.call.copyCurl} />
    </div>
  );
}
