// Package table prints tables: in columns for a terminal, or as Markdown.
package table
