import { ArrowRight, Zap } from 'lucide-preact';
import { Chip } from '../../../page/parts/chip.tsx';
import { JsonView } from '../../../page/parts/json-view.tsx';
import type { TrafficEntry } from '../../http/traffic.ts';
import { useTimes } from '../parts/times.tsx';
import { addressOf } from '../routes.ts';
import { useTexts } from '../settings/language.tsx';
import { CallAddress } from './call-address.tsx';
import { CallOutcome } from './call-outcome.tsx';
import { CallReasons } from './call-reasons.tsx';
import { CallsLink } from './calls-link.tsx';
import { type CallWords, describeCall, outcomeOf, serialNumberOf } from './describe-call.ts';
import { hideSignatures } from './hide-signatures.ts';
import { readReports } from './read-call.ts';
import { StatusQuestions } from './status-questions.tsx';

interface CallDetailProps {
  readonly call: TrafficEntry;
  readonly words: CallWords;
  readonly account: string;
  /** Address of the list. */
  readonly back: string;
}

/** One call: summary, reason, request and answer. */
export function CallDetail({ call, words, account, back }: CallDetailProps) {
  const { traffic: texts } = useTexts();
  const times = useTimes();
  const outcome = outcomeOf(call, words);
  const serialNumber = serialNumberOf(call, words.named);
  const [from, to] =
    call.direction === 'in' ? [texts.call.from, texts.call.center] : [texts.call.center, texts.call.from];
  return (
    <article class="detail">
      <CallsLink back={back} />
      <header class="detail-heading">
        <p class="overline">
          <span class="call-ways">
            {from} <ArrowRight size={14} aria-hidden="true" /> {to}
          </span>
          <span>
            #{call.seq} · {texts.kinds[call.call]}
          </span>
          {serialNumber === undefined ? null : <span class="mono">{serialNumber}</span>}
          <span>
            {times.moment(call.at)}
            {call.endedAt === undefined ? '' : ` · ${texts.calls.took(call.endedAt - call.at)}`}
          </span>
        </p>
        <div class="detail-title">
          <h2>{describeCall(call, words)}</h2>
          <Chip tone={outcome.tone}>{outcome.text}</Chip>
        </div>
        <p class="hint">{aboutOf(call, words)}</p>
      </header>
      {call.fault === undefined ? null : (
        <p class="banner is-warning">
          <Zap size={17} aria-hidden="true" />
          <span>{texts.call.struck(call.fault, texts.faults.names[call.fault])}</span>
        </p>
      )}
      <CallReasons call={call} words={words} />
      <CallOutcome call={call} words={words} />
      <StatusQuestions call={call} words={words} />
      <CallAddress call={call} words={words} />
      <CallBody title={texts.call.request} value={call.body} none={texts.call.noBody} />
      {call.call === 'button' ? <p class="hint">{texts.call.decrypted}</p> : null}
      <CallBody title={texts.call.answer} value={call.answer} none={noAnswer(call, texts)} />
      <details class="headers">
        <summary>{texts.call.headers}</summary>
        <dl>
          {Object.entries(call.headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p class="hint">{texts.call.curlNote}</p>
      </details>
      {call.taskId === undefined ? null : (
        <a class="call-task" href={`#${addressOf({ screen: 'inbox', account, list: 'pending', item: call.taskId })}`}>
          {texts.call.openTask}
        </a>
      )}
    </article>
  );
}

function CallBody({ title, value, none }: { readonly title: string; readonly value: unknown; readonly none: string }) {
  const { traffic: texts } = useTexts();
  if (value === undefined || value === null) return <p class="hint">{texts.call.without(title, none)}</p>;
  return <JsonView title={title} value={hideSignatures(value)} copyLabel={texts.call.copyJson} />;
}

function aboutOf(call: TrafficEntry, { texts: { call: texts }, named }: CallWords): string {
  const reports = readReports(call, named);
  const isBeginning = reports.length > 0 && reports.every((report) => report.isBeginning);
  return isBeginning ? texts.aboutBeginning : texts.about[call.call];
}

function noAnswer(call: TrafficEntry, texts: CallWords['texts']): string {
  if (call.ended === undefined) return texts.call.stillRuns;
  // A fault is explained above, in the language of the page.
  const { failure } = call.fault === undefined ? call : { failure: undefined };
  return failure === undefined ? texts.call.noAnswer : texts.call.precisely(texts.call.noAnswer, failure);
}
