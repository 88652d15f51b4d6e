import { ArrowLeft, ArrowRight, SearchX, Zap } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import { FailureNotice } from '../../../page/parts/failure-notice.tsx';
import { JsonView } from '../../../page/parts/json-view.tsx';
import { Notice } from '../../../page/parts/notice.tsx';
import { Skeleton } from '../../../page/parts/skeleton.tsx';
import type { TrafficAnswer } from '../../control/traffic-routes.ts';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useResource } from '../control/call-control.ts';
import { useTimes } from '../parts/times.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { CallReasons } from './call-reasons.tsx';
import { hideSignature, hideSignatures, useCallDescriber } from './describe-call.ts';
import { readErrors } from './read-call.ts';

interface CallDetailProps {
  readonly account: string;
  readonly seq: number;
  /** Address of the list. */
  readonly back: string;
}

/** One call; it may be earlier than those in the list, or left out by its filters. */
export function CallDetail({ account, seq, back }: CallDetailProps) {
  const { traffic: texts, back: backText, aside } = useTexts();
  const { data, failure, reload } = useResource<TrafficAnswer>(`/traffic?after=${seq - 1}&limit=1`, ['traffic']);
  const call = data?.calls.find((each) => each.seq === seq);
  return (
    <article class="detail">
      <a class="back-link" href={`#${back}`}>
        <ArrowLeft size={18} aria-hidden="true" /> {texts.calls.label}
        <span class="visually-hidden">{aside(backText)}</span>
      </a>
      {data !== undefined && call !== undefined ? (
        <Call account={account} call={call} answer={data} />
      ) : data !== undefined ? (
        <Notice icon={SearchX} {...texts.calls.gone} />
      ) : failure !== undefined ? (
        <FailureNotice failure={failure} retry={reload} />
      ) : (
        <Skeleton />
      )}
    </article>
  );
}

interface CallProps {
  readonly account: string;
  readonly call: TrafficEntry;
  readonly answer: TrafficAnswer;
}

/** Summary, reason, request and answer. */
function Call({ account, call, answer }: CallProps) {
  const { call: texts, calls, kinds } = useTexts().traffic;
  const times = useTimes();
  const { describeCall, outcomeOf } = useCallDescriber(answer);
  const outcome = outcomeOf(call);
  const serialNumber = answer.serialNumbers[call.seq];
  const [from, to] = call.direction === 'in' ? [texts.system, texts.center] : [texts.center, texts.system];
  return (
    <>
      <header class="detail-heading">
        <p class="overline">
          <span class="call-ways">
            {from} <ArrowRight size={14} aria-hidden="true" /> {to}
          </span>
          <span>
            #{call.seq} · {kinds[call.call]}
          </span>
          {serialNumber === undefined ? null : <span class="mono">{serialNumber}</span>}
          <span>
            {times.moment(call.at)}
            {call.endedAt === undefined ? '' : ` · ${calls.took(call.endedAt - call.at)}`}
          </span>
        </p>
        <div class="detail-title">
          <h2>{describeCall(call)}</h2>
          <Chip tone={outcome.tone}>{outcome.text}</Chip>
        </div>
        <p class="hint">{texts.about[call.call]}</p>
      </header>
      {call.fault === undefined ? null : (
        <p class="banner is-warning">
          <Zap size={17} aria-hidden="true" /> {texts.struck(call.fault)}
        </p>
      )}
      {readErrors(call, answer.tasks).expected.map((code) => (
        <p key={code} class="banner">
          {texts.expected[code]}
        </p>
      ))}
      <CallReasons {...{ call, answer }} />
      <p class="call-address">
        <strong>{call.method}</strong> {hideSignature(call.path)}
      </p>
      <Body title={texts.request} value={call.body} />
      {call.call === 'button' ? <p class="hint">{texts.decrypted}</p> : null}
      {call.ended !== undefined && call.status === undefined ? (
        <p class="hint">
          {texts.noAnswer} {call.failure === undefined ? null : <span lang="en">({call.failure})</span>}
        </p>
      ) : null}
      <Body title={texts.answer} value={call.answer} />
      <details class="headers">
        <summary>{texts.headers}</summary>
        <Body title={texts.headers} value={call.headers} />
      </details>
      {call.taskId === undefined ? null : (
        <a class="call-task" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: call.taskId })}`}>
          {texts.openTask}
        </a>
      )}
    </>
  );
}

function Body({ title, value }: { readonly title: string; readonly value: unknown }) {
  const { copy } = useTexts();
  if (value === undefined || value === null) return null;
  return <JsonView title={title} value={hideSignatures(value)} copyLabel={copy} />;
}
