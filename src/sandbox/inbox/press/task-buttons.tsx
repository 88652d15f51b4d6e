import { ExternalLink, LoaderCircle } from 'lucide-preact';
import { useId } from 'preact/hooks';
import type { ActionType } from '../../../protocol/constants.ts';
import type { CenterButton } from '../../tasks/center-button.ts';
import { webAddress } from '../parts/web-address.ts';
import { useTexts } from '../settings/language.tsx';
import type { Doubt, JudgedButton } from './judge-button.ts';

const DANGEROUS: ReadonlySet<ActionType> = new Set(['BREAK_UP', 'REVOKE', 'HANG_UP']);

/**
 * The style of a button: the first one that handles the task is primary, or ACTIVE if the task is suspended; those that
 * end or stop something are marked.
 */
function lookOf(button: CenterButton, index: number, isSuspended: boolean): string {
  if (DANGEROUS.has(button.type)) return 'is-danger';
  if (isSuspended) return button.type === 'ACTIVE' ? 'is-primary' : '';
  return index === 0 && (button.type === 'HANDLE' || button.type === 'DEAL') ? 'is-primary' : '';
}

interface TaskButtonsProps {
  readonly buttons: readonly JudgedButton[];
  /** The button whose press is in progress. */
  readonly pending: CenterButton | undefined;
  readonly opinion: string;
  /** A press is accepted whose report is missing, or will be made by a batch: another one would be refused. */
  readonly isResting: boolean;
  readonly isSuspended: boolean;
  readonly onOpinion: (opinion: string) => void;
  readonly onPress: (button: CenterButton) => void;
}

/** The opinion and the buttons; a page opens in a new tab and does not get the opinion. */
export function TaskButtons({
  buttons,
  pending,
  opinion,
  isResting,
  isSuspended,
  onOpinion,
  onPress,
}: TaskButtonsProps) {
  const { buttons: texts, and } = useTexts();
  const opinionId = useId();
  const isIdle = pending === undefined && !isResting;
  const takesOpinion = buttons.some(({ button }) => button.opens === 'api');
  const pages = buttons
    .flatMap(({ button: { opens, name } }) => (opens === 'page' ? [texts.named(name)] : []))
    .join(and);
  const namesOf = (doubt: Doubt) =>
    buttons.flatMap((each) => (each.doubt === doubt ? [texts.named(each.button.name)] : [])).join(and);
  return (
    <>
      {takesOpinion ? (
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
        {buttons.map(({ button, doubt }, index) =>
          button.opens === 'page' ? (
            <PageButton
              key={`${button.url} ${button.name}`}
              {...{ button, isResting }}
              isDoubtful={doubt !== undefined}
              onOpen={() => onPress(button)}
            />
          ) : (
            <button
              key={`${button.url} ${button.name}`}
              type="button"
              class={`button ${doubt === undefined ? lookOf(button, index, isSuspended) : 'is-quiet'}`}
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
      {[...new Set(buttons.map(({ doubt }) => doubt))].map((doubt) =>
        // While they rest, that is the reason.
        doubt === undefined || isResting ? null : (
          <p key={doubt} class="hint">
            {texts.doubts[doubt](namesOf(doubt))}
          </p>
        ),
      )}
    </>
  );
}

interface PageButtonProps {
  readonly button: CenterButton;
  readonly isResting: boolean;
  readonly isDoubtful: boolean;
  readonly onOpen: () => void;
}

function PageButton({ button, isResting, isDoubtful, onOpen }: PageButtonProps) {
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
  if (isResting) {
    return (
      <button type="button" class="button" aria-disabled="true">
        {button.name}
        <ExternalLink size={15} aria-hidden="true" />
      </button>
    );
  }
  return (
    <a
      class={`button ${isDoubtful ? 'is-quiet' : ''}`}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
    >
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
