import { useSpeech } from '../speech.tsx';

export function LanguageSwitch() {
  const { language, texts, speak } = useSpeech();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <button
      type="button"
      class="tool is-text"
      lang={other}
      aria-label={`${texts.language.switchTo} · ${texts.language.label}`}
      title={texts.language.label}
      onClick={() => speak(other)}
    >
      {texts.language.switchTo}
    </button>
  );
}
