/** Nimbus, the cat, asleep on a cushion; part of an `svg`. The fur has the text colour. Origin: middle of the lower edge. */
export function Nimbus() {
  return (
    <>
      <path fill="#b03812" d="M-104 0C-118-26-96-40-80-38H64C92-38 108-14 92 0Z" />
      <path fill="var(--accent)" d="M-96-4C-106-24-88-36-74-34H60C84-34 98-14 86-4Z" />
      <g transform="translate(0 -28)">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="13"
          strokeLinecap="round"
          d="M-66-6c-34 2-38-24-18-30"
        />
        <path
          fill="currentColor"
          d="M-70 0C-84-50-40-84 10-76 30-74 60-66 66-30 70-10 64 0 56 0ZM48-96l6 24 26 2L90-92c8 20 12 36 4 52C84-26 54-26 44-40 36-56 40-78 48-96Z"
        />
        <path
          fill="none"
          stroke="#f2c063"
          strokeWidth="3.4"
          strokeLinecap="round"
          d="M58-56q6 5 11 0m7 0q6 5 11 0"
        />
      </g>
    </>
  );
}
