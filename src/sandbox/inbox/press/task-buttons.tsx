import { ExternalLink, LoaderCircle } from 'lucide-preact';
import { useId } from 'preact/hooks';
import type { ActionType } from '../../../protocol/constants.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import { webAddress } from '../parts/web-address.ts';
import { useTexts } from '../settings/language.tsx';

const DANGEROUS: ReadonlySet<ActionType> = new Set(['BREAK_UP', 'REVOKE', 'HANG_UP']);

/** The first button that handles the task is primary, or ACTIVE; those that end or stop something are marked. */
function lookOf({ type }: CenterButton, index: number): string {
  if (DANGEROUS.has(type)) return 'is-danger';
  return type === 'ACTIVE' || (index === 0 && (type === 'HANDLE' || type === 'DEAL')) ? 'is-primary' : '';
}

interface TaskButtonsProps {
  readonly buttons: readonly CenterButton[];
  /** The button whose press is in progress. */
  readonly pending: CenterButton | undefined;
  readonly opinion: string;
  /** A press was accepted, and its report has not arrived. */
  readonly isWaiting: boolean;
  readonly onOpinion: (opinion: string) => void;
  readonly onPress: (button: CenterButton) => void;
}

/** The opinion and the buttons; a page opens in a new tab and does not get the opinion. */
export function TaskButtons({ buttons, pending, opinion, isWaiting, onOpinion, onPress }: TaskButtonsProps) {
  const { buttons: texts, and } = useTexts();
  const opinionId = useId();
  const isIdle = pending === undefined && !isWaiting;
  const pages = buttons.flatMap(({ opens, name }) => (opens === 'page' ? [name] : [])).join(and);
  return (
    <>
      {buttons.some(({ opens }) => opens === 'api') ? (
        <div class="opinion">
          <label for={opinionId}>{texts.opinion}</label>
          <textarea
            id={opinionId}
            class="field"
            rows={2}
            aria-describedby={`${opinionId}-hint`}
            value={opinion}
            onInput={({ currentTarget }) => onOpinion(currentTarget.value)}
          />
          <small id={`${opinionId}-hint`} class="muted">
            {texts.opinionHint}
            {pages === '' ? null : ` ${texts.opinionNotFor(pages)}`}
          </small>
        </div>
      ) : null}
      <div class="actions">
        {buttons.map((button, index) =>
          button.opens === 'page' ? (
            <PageButton key={`${button.url} ${button.name}`} button={button} />
          ) : (
            <button
              key={`${button.url} ${button.name}`}
              type="button"
              class={`button ${lookOf(button, index)}`}
              aria-busy={pending === button}
              aria-disabled={!isIdle}
              onClick={() => (isIdle ? onPress(button) : undefined)}
            >
              {pending === button ? <LoaderCircle class="spin" size={16} aria-hidden="true" /> : null}
              {button.name}
              <TimesLeft button={button} />
            </button>
          ),
        )}
      </div>
    </>
  );
}

function PageButton({ button }: { readonly button: CenterButton }) {
  const { buttons: texts, aside } = useTexts();
  const address = webAddress(button.url);
  if (address === undefined) {
    return (
      <span class="actions-unsafe">
        <button type="button" class="button" disabled>
          {button.name}
        </button>
        <small class="muted">{texts.unsafePage}</small>
      </span>
    );
  }
  return (
    <a class="button" href={address} target="_blank" rel="noopener noreferrer">
      {button.name}
      <TimesLeft button={button} />
      <ExternalLink size={15} aria-hidden="true" />
      <span class="visually-hidden">{aside(texts.opensPage)}</span>
    </a>
  );
}

function TimesLeft({ button: { times, executions } }: { readonly button: CenterButton }) {
  const { buttons: texts, aside } = useTexts();
  return times === undefined ? null : <small>{aside(texts.timesLeft(times - executions))}</small>;
}
