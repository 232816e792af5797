#!/usr/bin/env bash
# The disk image for macOS, from the bundle that `python3 packaging/dev.py package folder` has made there.
#
#     packaging/macos/make_dmg.sh
#
# Signing and notarising are left out unless these are set:
#   IDENTITY   a "Developer ID Application" certificate in the keychain
#   PROFILE    a profile that `xcrun notarytool store-credentials` has made
# Not tried here: it is written for macOS alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

app="dist/Privacy Explorer.app"
version=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' explorer/__init__.py)
image="dist/privacy-explorer-$version-$(uname -m).dmg"
[ -d "$app" ] || { echo "$app is not there: python3 packaging/dev.py package folder makes it" >&2; exit 1; }

if [ -n "${IDENTITY:-}" ]; then
  # From the inside out: a bundle's signature covers those within it. Frameworks have programs without an ending.
  find "$app/Contents" -type f -print0 | while IFS= read -r -d '' each; do
    if file --brief "$each" | grep -q '^Mach-O'; then
      codesign --force --options runtime --timestamp --sign "$IDENTITY" "$each"
    fi
  done
  codesign --force --options runtime --timestamp --entitlements packaging/macos/entitlements.plist \
    --sign "$IDENTITY" "$app"
  codesign --verify --deep --strict "$app"
fi

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R "$app" "$stage/"
ln -s /Applications "$stage/Applications"
rm -f "$image"
hdiutil create -volname "Privacy Explorer" -srcfolder "$stage" -format UDZO -fs HFS+ "$image"

if [ -n "${IDENTITY:-}" ]; then
  codesign --timestamp --sign "$IDENTITY" "$image"
fi
if [ -n "${PROFILE:-}" ]; then
  xcrun notarytool submit "$image" --keychain-profile "$PROFILE" --wait
  xcrun stapler staple "$image"
fi
echo "$image"
