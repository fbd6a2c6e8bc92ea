// What each folder may know: ui → react → session → { io, wire } → core. The core is pure: its own tsconfig has no browser in it,
// and no clock and no chance are allowed here.

import a11y from 'eslint-plugin-jsx-a11y'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const imports = (folder, ...banned) => ({
  files: [`src/${folder}/**/*.{ts,tsx}`],
  rules: { 'no-restricted-imports': ['error', { patterns: banned.map((one) => ({ group: [`**/${one}`, `**/${one}/**`], message: `${folder}/ does not know ${one}` })) }] },
})

export default tseslint.config(
  { ignores: ['node_modules', 'packages/*/dist', 'src/core/frames.ts', 'src/core/shown.ts', 'src/wire/keys.ts'] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: ['tsconfig.json', 'tsconfig.worklet.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off', // an arrow that calls is short
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_+$', argsIgnorePattern: '^_+$', destructuredArrayIgnorePattern: '^_+$' }],
      '@typescript-eslint/no-misused-spread': 'off', // places in a text are counted in code points, which is what a spread gives
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true }],
      'max-params': ['error', 5],
    },
  },
  { files: ['scripts/**', '*.js', '*.config.ts', 'packages/*/*.config.ts'], extends: [tseslint.configs.disableTypeChecked], languageOptions: { parserOptions: { project: null } } },
  { files: ['tests/**'], rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' } },
  { files: ['src/**/*.tsx', 'packages/**/*.tsx'], plugins: { 'jsx-a11y': a11y, 'react-hooks': hooks }, rules: {
    ...a11y.flatConfigs.strict.rules,
    ...hooks.configs.recommended.rules,
    'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region', 'log'] }], // what scrolls is scrolled by keys, too
  } },
  imports('core', 'wire', 'io', 'session', 'react', 'ui', 'app'),
  imports('wire', 'io', 'session', 'react', 'ui', 'app'),
  imports('io', 'wire', 'session', 'react', 'ui', 'app'),
  imports('react', 'io', 'wire', 'ui', 'app'),
  imports('ui', 'io', 'wire', 'session', 'app'),
  {
    files: ['src/core/**', 'src/wire/**'],
    rules: {
      'no-restricted-globals': ['error', { name: 'Date', message: 'the core has no clock' }],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'the core has no chance' }],
    },
  },
)
