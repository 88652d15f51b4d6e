import { LiveRegion } from '../../page/parts/live-region.tsx';
import { SpeechProvider } from '../../page/speech.tsx';
import { MeProvider } from './data/me.tsx';
import { Shell } from './shell.tsx';
import { DICTIONARIES } from './texts/use-texts.ts';

export function App() {
  return (
    <SpeechProvider dictionaries={DICTIONARIES}>
      <LiveRegion>
        <MeProvider>
          <Shell />
        </MeProvider>
      </LiveRegion>
    </SpeechProvider>
  );
}
