import tseslint from "typescript-eslint";

export default tseslint.config(
    ...tseslint.configs.strictTypeChecked,
    {
        languageOptions: { parserOptions: { projectService: true } },
        rules: {
            // A number in a template shows as expected.
            "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
            "max-lines": ["error", 400],
            // No text of a recording may become markup or code.
            "no-restricted-properties": ["error",
                ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write", "writeln"].map(property => ({ property })),
            ],
            "no-eval": "error",
            "no-implied-eval": "off",
            "@typescript-eslint/no-implied-eval": "error",
        },
    },
);
