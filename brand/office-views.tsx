import type { WindowView } from '@/content/offices';

/** By office id, drawn like art/office-*.svg. An office without one has hills. */
export const officeViews: Readonly<Record<string, WindowView>> = {
  brooklyn: {
    drawing: (
      <>
        <path fill="#8db4ff" d="M84 230V150h18v-22h22v102M196 230V146h20v16h24v68Z" />
        <path fill="#2f6fde" d="M20 204H240v30H20Z" />
        <path
          fill="none"
          stroke="#b9804f"
          strokeWidth="4"
          d="M20 132Q120 206 166 96Q196 166 250 176"
        />
        <path
          fill="#d9a777"
          fillRule="evenodd"
          d="M142 88h48v8h-4v134h-40V96h-4Zm10 34q6-14 12 0v44h-12Zm16 0q6-14 12 0v44h-12Z"
        />
        <path fill="#e4572e" d="M20 180H240v8H20Z" />
        <path fill="#b03812" d="M20 156H82v80H20Z" />
        <path fill="#b9804f" d="M34 122h32v24H34Zm4 24h4v10h-4Zm20 0h4v10h-4Z" />
        <path fill="#17203a" d="M28 122l22-18 22 18Z" />
      </>
    ),
    lights: 'M30 170h11v15H30Zm20 0h11v15H50ZM30 198h11v15H30Z',
  },
  'los-angeles': {
    drawing: (
      <>
        <path fill="#f2a98a" d="M20 170q60-60 120-18t110-24v110H20Z" />
        <path fill="#fbf7f0" d="M164 156h44v30h-44Z" />
        <path fill="#3f9a68" d="M174 156a12 12 0 0 1 24 0Z" />
        <path fill="#d98563" d="M20 200q80-50 230-6v44H20Z" />
        <path fill="#1b6b43" d="M20 214q100-22 230 0v30H20Z" />
        <path
          fill="none"
          stroke="#5a2e22"
          strokeWidth="8"
          strokeLinecap="round"
          d="M74 236Q82 170 72 104"
        />
        <path
          fill="#1b6b43"
          d="M72 106C54 84 32 88 20 114c18-8 34-10 52-4Zm0 0c-6-30-26-40-48-32 18 6 34 18 48 34Z"
        />
        <path
          fill="#3f9a68"
          d="M72 106c18-22 40-18 52 8-18-8-34-10-52-4Zm0 0c6-30 26-40 48-32-18 6-34 18-48 34Z"
        />
      </>
    ),
    lights: 'M172 161h6v8h-6Zm18 0h6v8h-6Z',
  },
  skopje: {
    drawing: (
      <>
        <path fill="#8db4ff" d="M20 160l60-36 56 34 54-30 60 40v70H20Z" />
        <path fill="#3f9a68" d="M20 168q70-40 130 6t100 10v54H20Z" />
        <path fill="#ebc49a" d="M28 160v-38h8v8h8v-8h8v8h8v-8h8v8h22v-26h7v7h8v-7h7v64Z" />
        <path fill="#fbf7f0" d="M192 184v-62h20v62Z" />
        <path fill="#e4572e" d="M188 122l14-26 14 26Z" />
        <path fill="#2f6fde" d="M20 206H240v30H20Z" />
        <path
          fill="#d9a777"
          d="M20 184q110-36 220 0v50h-8a20 20 0 0 0-40 0h-14a24 24 0 0 0-48 0h-14a24 24 0 0 0-48 0H54a16 16 0 0 0-34-6Z"
        />
      </>
    ),
    lights: 'M42 138h7v10h-7Zm62-12h7v10h-7Zm94 8h7v9h-7Z',
  },
};
