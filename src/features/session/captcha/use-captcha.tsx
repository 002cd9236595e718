import { useRef, useState, type ReactNode } from 'react';

export type Captcha = {
  /** Stands before the button of the form. Empty until a person is asked. */
  slot: ReactNode;
  /** @returns a token for one request, or undefined where the site has no VITE_TURNSTILE_SITE_KEY */
  prove: () => Promise<string | undefined>;
};

/** The captcha of Auth (docs/deployment.md). Its code and Cloudflare's are loaded by the first request. */
export function useCaptcha(): Captcha {
  const container = useRef<HTMLDivElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const siteKey = import.meta.env.VITE_TURNSTILE_SITE_KEY?.trim();
  if (!siteKey) return { slot: null, prove: async () => undefined };

  async function prove() {
    const { proveHuman } = await import('./turnstile');
    if (!container.current || !siteKey) return undefined;
    try {
      return await proveHuman(container.current, siteKey, () => setIsAsking(true));
    } finally {
      setIsAsking(false);
    }
  }

  const slot = (
    <div>
      <p role="status" className="text-base">
        {isAsking && 'Please confirm below that you are not a robot.'}
      </p>
      <div ref={container} />
    </div>
  );
  return { slot, prove };
}
